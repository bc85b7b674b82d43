/** What the time of a screen is shared by, how unless it is set otherwise (OPEN-CONST-04), and its grid. A screen reads it at its start. */
/** Who fills the time of a screen; the sources of local content are its kinds. */
export const MIX_SOURCES = [
  ...(['ads', 'programmatic', 'house'] as const),
  ...(['entertainment', 'local_discovery', 'tourism', 'deals', 'news', 'jobs'] as const),
] as const;
export type MixSource = (typeof MIX_SOURCES)[number];
/** Percent of the time. */
export type Weights = Record<MixSource, number>;
export const DEFAULT_WEIGHTS: Weights = {
  ...{ ads: 50, programmatic: 10, house: 10 },
  ...{ entertainment: 8, local_discovery: 5, tourism: 5, deals: 5, news: 5, jobs: 2 },
};

/** Minutes: hours of the week begin and end on this grid. */
export const GRID_MIN = 5;
