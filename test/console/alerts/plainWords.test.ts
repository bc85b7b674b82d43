/** Prepared texts of alerts are read in seconds by people in fear: they are short, plain and within what an alert may hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENT_TEMPLATES } from '../../../console/alerts/compose/templates.ts';
import { scopeWord } from '../../../console/alerts/police/scopes.ts';
import { KEY_SCOPES } from '../../../shared/contract/wire/access.ts';
import { ALERT_TEXT } from '../../../shared/contract/alerts/alert.ts';
import { LANGUAGES } from '../../../shared/constants.ts';

const ROOT = join(import.meta.dirname, '../../../public/locales');
const PARTS = ['headline', 'description', 'instruction'] as const;
type Template = Record<(typeof PARTS)[number] | 'event', string>;
const templatesOf = (language: string) =>
  JSON.parse(readFileSync(join(ROOT, language, 'alertTemplates.json'), 'utf8')) as Record<string, Template>;

const MOST_WORDS = 20;
/** Of a sentence in Chinese, which counts signs. */
const MOST_SIGNS = 40;
const MOST_GRADE = 8;

const sentencesOf = (text: string) =>
  text
    .split(/[.!?:。！？：]/)
    .map(one => one.trim())
    .filter(one => one !== '');
const wordsOf = (text: string) => text.match(/[A-Za-z0-9'’]+/g) ?? [];
/** Groups of vowels; an `e` at the end is silent. */
const syllables = (word: string) =>
  Math.max(
    1,
    (
      word
        .toLowerCase()
        .replace(/e$/, '')
        .match(/[aeiouy]+/g) ?? []
    ).length,
  );
/** Flesch and Kincaid: the school grade that reads it with ease. */
function gradeOf(text: string): number {
  const words = wordsOf(text);
  const perSentence = words.length / sentencesOf(text).length;
  const perWord = words.reduce((sum, word) => sum + syllables(word), 0) / words.length;
  return 0.39 * perSentence + 11.8 * perWord - 15.59;
}

describe('the formula', () => {
  it('tells plain words from officialese', () => {
    expect(gradeOf('Go up. Stay there.')).toBeLessThan(1);
    const officialese =
      'Individuals currently located in the aforementioned municipality are strongly recommended to evacuate immediately.';
    expect(gradeOf(officialese)).toBeGreaterThan(15);
  });
});

describe.each(LANGUAGES)('templates in %s', language => {
  const templates = templatesOf(language);
  it('stand for each event that can be chosen', () => {
    expect(Object.keys(templates)).toEqual(Object.keys(EVENT_TEMPLATES));
  });
  it.each(Object.entries(templates))('%s is within what an alert may hold', (_, template) => {
    for (const part of PARTS) {
      const length = [...template[part]].length;
      expect(length).toBeGreaterThanOrEqual(Math.max(1, ALERT_TEXT[part].least));
      expect(length).toBeLessThanOrEqual(ALERT_TEXT[part].most);
    }
  });
  it.each(Object.entries(templates))('%s has short sentences', (_, template) => {
    const sentences = PARTS.flatMap(part => sentencesOf(template[part]));
    const isLong = (one: string) =>
      language === 'zh' ? [...one].length > MOST_SIGNS : wordsOf(one).length > MOST_WORDS;
    expect(sentences.filter(isLong)).toEqual([]);
  });
});

it.each(Object.entries(templatesOf('en')))('%s is read at the eighth grade or below', (_, template) => {
  expect(gradeOf(`${template.description} ${template.instruction}`)).toBeLessThanOrEqual(MOST_GRADE);
  expect(gradeOf(template.headline)).toBeLessThanOrEqual(MOST_GRADE);
});

it.each(LANGUAGES)('each scope of a key has a text in %s', language => {
  const { values } = JSON.parse(readFileSync(join(ROOT, language, 'policeKeys.json'), 'utf8')) as {
    values: Record<string, string>;
  };
  for (const scope of KEY_SCOPES) expect(values[scopeWord(scope)], scope).toBeTruthy();
});
