import { TEMPLATES } from '../../shared/contract/trust/legalTexts.ts';

/** Templates of the legal texts: which version holds from when. Their words stand in a namespace of the same name. */
export const DOCUMENTS = TEMPLATES;
export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** As the text files have it; what is a list there may come as an object with numbers for keys. */
export interface Section {
  heading: string;
  text: Readonly<Record<string, string>>;
  rows?: Readonly<Record<string, { what: string; kept: string }>>;
}
