import { t, tDynamic } from '../messages/messages.ts'
import { Dialog } from '../parts/dialog.tsx'
import { isHelpOpen, shortcuts } from './keyboard.ts'

export function ShortcutsDialog() {
  return (
    <Dialog
      title={t('keys')}
      onClose={() => {
        isHelpOpen.value = false
      }}
    >
      <dl class="shortcuts">
        {shortcuts.map(({ keys, id }) => (
          <div key={id}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{tDynamic(`keys.${id}`, id)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
