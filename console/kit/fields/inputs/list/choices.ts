/** Some of a fixed set, in the order of the set. */
export const remaining = (options: readonly string[], chosen: readonly string[]) =>
  options.filter(option => !chosen.includes(option));

export const withChoice = (options: readonly string[], chosen: readonly string[], added: string) =>
  options.filter(option => option === added || chosen.includes(option));
