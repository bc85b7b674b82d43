import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_NAMES, DOCUMENTS, type Section } from '../../../console/public/documents.ts';
import { LANGUAGES } from '../../../shared/constants.ts';

interface Text {
  title: string;
  summary: string;
  sections: Section[];
}
const read = (language: string, name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../public/locales', language, `${name}.json`), 'utf8'),
  ) as Text;
const cases = LANGUAGES.flatMap(language => DOCUMENT_NAMES.map(name => [name, language] as const));

describe('a legal text', () => {
  it.each(cases)('%s in %s has sections with headings of their own and words beneath', (name, language) => {
    const { title, summary, sections } = read(language, name);
    expect([title, summary].every(Boolean)).toBe(true);
    expect(sections.length).toBeGreaterThan(4);
    expect(new Set(sections.map(section => section.heading)).size).toBe(sections.length);
    for (const { text, rows = {} } of sections) {
      expect(Object.values(text).length).toBeGreaterThan(0);
      for (const { what, kept } of Object.values(rows)) expect(what && kept).toBeTruthy();
    }
  });

  it.each(DOCUMENT_NAMES)('%s has a version and a day from which it holds', name => {
    expect(DOCUMENTS[name].version).toMatch(/^\d+\.\d+$/);
    expect(new Date(DOCUMENTS[name].from).toISOString()).toBe(DOCUMENTS[name].from);
  });

  it.each(LANGUAGES)('on privacy and on processing speak of the GDPR and the CCPA in %s', language => {
    for (const name of ['privacy', 'dpa'])
      expect(JSON.stringify(read(language, name))).toMatch(/GDPR.*CCPA|CCPA.*GDPR/);
  });
});
