/** Which state may follow which. A state without a line of its own does not compile. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

export const mayBecome = <S extends string>(table: Transitions<S>, from: S, to: S) =>
  table[from].includes(to);

/** The states from which this one is reached: what an act's `from` says. */
export const statesBefore = <S extends string>(table: Transitions<S>, to: S): S[] =>
  (Object.keys(table) as S[]).filter(from => mayBecome(table, from, to));
