import { spawnSync } from 'node:child_process'

/** Commands that allow mounting a disk: as root, or in a namespace of its own. */
const namespaces = [
  ['unshare', '-m'],
  ['unshare', '-rm'],
]

/** Beginning of a command line that may mount disks, which only it sees; undefined where mounting isn't allowed. */
export const namespace = namespaces.find(
  ([command = '', ...args]) => spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0,
)

/** The command line of a program after a shell that has prepared a folder, `$0`. */
const after = (prepare: string, folder: string) => [
  ...(namespace ?? []),
  ...['sh', '-c', `${prepare} && exec "$@"`, folder],
]

/** The command line of a server whose data folder is a private disk of 24 MB, of which others take some. */
export const onDiskOf24Megabytes = (dataDir: string, takenMegabytes = 0) =>
  after(`mount -t tmpfs -o size=24m none "$0" && cd "$0" && head -c ${takenMegabytes}M /dev/zero > others`, dataDir)

/** The command line of a program for which a folder is a private disk of so many kilobytes. */
export const withSmallFolder = (folder: string, kilobytes: number) =>
  after(`mount -t tmpfs -o size=${kilobytes}k none "$0"`, folder)

/** The command line of a server whose data folder may only be read. */
export const onReadOnlyDisk = (dataDir: string) =>
  after('mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0"', dataDir)
