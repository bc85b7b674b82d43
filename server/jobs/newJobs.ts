/** Whether this process has added jobs since the worker looked: e-mails leave at once, not at the next poll. */
export interface NewJobs {
  note(): void;
  /** True once after each note. */
  take(): boolean;
}

export function createNewJobs(): NewJobs {
  let hasNew = false;
  return {
    note: () => void (hasNew = true),
    take() {
      const had = hasNew;
      hasNew = false;
      return had;
    },
  };
}
