/**
 * LibreOffice reads images that an SVG inside a document links by path: a conversion sees programs, fonts and its own
 * folder only.
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'

const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc',
  '/opt',
  '/nix',
  '/gnu',
  '/snap',
  '/dev',
]
/** Without its cache, Fontconfig reads all fonts in each conversion. */
const cacheFolders = ['/var/cache/fontconfig', '/var/lib/libreoffice']

export function visibleFolders(program: string): string[] {
  const own = isAbsolute(program) ? [program, realPath(program)].map(installationOf) : []
  return [...new Set([...systemFolders, ...cacheFolders, ...own])].filter((path) => existsSync(path))
}

function realPath(program: string): string {
  return existsSync(program) ? realpathSync(program) : program
}

/** LibreOffice is `<installation>/program/soffice`; a script has a folder of its own. */
function installationOf(program: string): string {
  const folder = dirname(program)
  return basename(folder) === 'program' ? dirname(folder) : folder
}

/**
 * Arguments: the folder of the conversion, the visible folders, `--`, the command. Where parts of /proc are hidden, as
 * by systemd, the kernel allows no new one; that of the machine gives no access to files of other processes.
 */
export const newRootScript = `set -e
folder=$1
root=$folder/root
mkdir -p "$root"
mount -t tmpfs none "$root"
mkdir "$root/tmp"
while [ "$2" != -- ]; do
  mount -o X-mount.mkdir --rbind "$2" "$root$2"
  shift
done
shift 2
mount -o X-mount.mkdir --bind "$folder" "$root$folder"
mount -o X-mount.mkdir -t proc none "$root/proc" || mount -o X-mount.mkdir --rbind /proc "$root/proc"
exec chroot "$root" "$@"`
