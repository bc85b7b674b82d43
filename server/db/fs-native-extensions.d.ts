declare module 'fs-native-extensions' {
  /** False where another open file holds the lock. */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
}
