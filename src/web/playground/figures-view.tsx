import { localFile } from '../client/api.ts'
import { t, tDynamic } from '../messages/messages.ts'
import { Icon } from '../parts/icons.tsx'
import { imageSize, placeStyle } from './image-size.ts'
import type { Run } from './runs.ts'
import { captionOf } from './tables-view.tsx'
import { blocks, select } from './view.ts'

export function FiguresView({ run }: { run: Run }) {
  const figures = blocks.value.filter(({ block }) => block.img_url !== '' && block.type !== 'table')
  if (figures.length === 0) return <p class="empty">{t('empty.figures')}</p>
  return (
    <div class="figures">
      {figures.map((figure) => {
        const { key, page, block } = figure
        const source = localFile(block.img_url)
        const size = imageSize(source)
        const image = run.status === 'done' ? source : null
        return (
          <figure class="card item" key={key}>
            {image === null ? (
              size && <span class="image-place" style={placeStyle(size)} />
            ) : (
              <img
                src={image}
                {...size}
                alt={captionOf(figure) || tDynamic(`type.${block.type}`, block.type)}
                loading="lazy"
              />
            )}
            <figcaption>
              <button type="button" class="link" onClick={() => select(key, 'text')}>
                {t('figures.item', { type: tDynamic(`type.${block.type}`, block.type), page: page + 1 })}
              </button>
              <p dir="auto">{captionOf(figure)}</p>
              {block.content === '' ? null : (
                <details>
                  <summary>{t('figures.text')}</summary>
                  <p class="figure-text" dir="auto">
                    {block.content}
                  </p>
                </details>
              )}
            </figcaption>
            {image === null ? null : (
              <a class="button small" href={image} download={`page-${page + 1}-${block.idx}.png`}>
                <Icon name="download" />
                {t('download')}
              </a>
            )}
          </figure>
        )
      })}
    </div>
  )
}
