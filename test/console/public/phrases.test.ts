import { describe, expect, it } from 'vitest';
import { otherLanguage, phrasePosition, TOPICS, topicOf } from '../../../console/public/guide/phrases.ts';
import { createSpeech } from '../../../console/public/guide/speech.ts';

const all = TOPICS.flatMap(topic => topic.phrases);

describe('the phrasebook', () => {
  it('says every phrase and topic in both languages, each once', () => {
    for (const { en, zh } of [...all, ...TOPICS.map(topic => topic.name)]) {
      expect(en).toMatch(/^[A-Z][\x20-\x7e]+$/);
      expect(zh).toMatch(/^[\p{Script=Han}，。？、]+$/u);
    }
    for (const of of [all.map(p => p.en), all.map(p => p.zh), TOPICS.map(t => t.id)])
      expect(new Set(of).size).toBe(of.length);
    for (const { phrases } of TOPICS) expect(new Set(phrases.map(p => p.id)).size).toBe(phrases.length);
  });

  it('falls back to its first topic, and shows no phrase that is not there', () => {
    expect(topicOf('pay').id).toBe('pay');
    expect(topicOf('no')).toBe(TOPICS[0]);
    expect(topicOf(null)).toBe(TOPICS[0]);
    expect(phrasePosition(topicOf('pay'), 'welcome')).toBeNull();
    expect(phrasePosition(topicOf('pay'), null)).toBeNull();
  });

  it('knows the neighbours of a phrase, and that a topic has two ends', () => {
    const topic = topicOf('pay');
    const ids = topic.phrases.map(phrase => phrase.id);
    const total = ids.length;
    expect(phrasePosition(topic, ids[0] ?? '')).toMatchObject({ n: 1, total, previous: null, next: { id: ids[1] } });
    expect(phrasePosition(topic, ids.at(-1) ?? '')).toMatchObject({ n: total, next: null });
  });

  it('has two languages, each the other of the other', () => {
    expect([otherLanguage('en'), otherLanguage('zh')]).toEqual(['zh', 'en']);
  });

  it('offers no voice where the browser has none', () => {
    expect(createSpeech({})).toBeNull();
  });
});
