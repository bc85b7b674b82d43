/** What the time of a screen is divided among, and how (OPEN-CONST-04). */
import { CONTENT_KINDS } from '../contract/content/contentKinds.ts';

export const SOURCES = ['ads', 'programmatic', 'house', ...CONTENT_KINDS] as const;
export type Source = (typeof SOURCES)[number];
/** Percent of the time; a source that has nothing to show leaves its time to the others. */
export type Weights = Readonly<Record<Source, number>>;
export const DEFAULT_WEIGHTS: Weights = {
  ads: 50,
  programmatic: 10,
  house: 10,
  entertainment: 8,
  local_discovery: 5,
  tourism: 5,
  deals: 5,
  news: 5,
  jobs: 2,
};
