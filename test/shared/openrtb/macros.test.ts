import { expect, it } from 'vitest';
import { readMarkup } from '../../../shared/openrtb/auction/markup.ts';
import { renderMacros } from '../../../shared/openrtb/macros.ts';
import { validateRequest } from '../../../shared/openrtb/validate/validateRequest.ts';
import { readVast } from '../../../shared/openrtb/vast.ts';

const VALUES = { AUCTION_PRICE: '2.5', AUCTION_ID: 'a/b&c', AUCTION_MULTIPLIER: '30.3' };

it.each([
  ['https://d.example/n?p=${AUCTION_PRICE}&m=${AUCTION_MULTIPLIER}', 'https://d.example/n?p=2.5&m=30.3'],
  // Encoded only inside a query string.
  ['https://d.example/${AUCTION_ID}?id=${AUCTION_ID}', 'https://d.example/a/b&c?id=a%2Fb%26c'],
  [
    '<Impression><![CDATA[https://d.example/i?id=${AUCTION_ID}]]></Impression>${AUCTION_ID}',
    '<Impression><![CDATA[https://d.example/i?id=a%2Fb%26c]]></Impression>a/b&c',
  ],
  // Optional and unknown ones.
  ['https://d.example/n?l=${AUCTION_LOSS}&x=', 'https://d.example/n?l=&x='],
  ['https://d.example/n?x=${OTHER}', 'https://d.example/n?x=${OTHER}'],
  ['https://d.example/n?x=${AUCTION_PRICE:B64}', 'https://d.example/n?x=${AUCTION_PRICE:B64}'],
])('%s', (text, rendered) => {
  expect(renderMacros(text, VALUES).text).toBe(rendered);
});

it('a value is never read as a pattern', () => {
  expect(renderMacros('${AUCTION_ID}', { AUCTION_ID: "$&$1$'" }).text).toBe("$&$1$'");
});

it('names what it left alone, and stands in for all in an audit', () => {
  expect(renderMacros('${X} ${AUCTION_PRICE:B64} ${X}', {}).unknown).toEqual([
    '${X}',
    '${AUCTION_PRICE:B64}',
  ]);
  expect(renderMacros('p=${AUCTION_PRICE}&i=${AUCTION_IMP_TS}', 'AUDIT').text).toBe('p=AUDIT&i=AUDIT');
});

it('hostile texts cost time in proportion to their length', () => {
  const long = (part: string) => part.repeat(Math.floor(250_000 / part.length));
  const texts = ['<!--', '<', '<a>', '<![CDATA[', 'on', '${AUCTION_ID}', '"', ' ', '"a":"<'].map(long);
  const begun = process.cpuUsage();
  for (const text of texts) {
    readMarkup(text, undefined);
    readMarkup(`<img ${text}>`, undefined);
    readVast(text);
    renderMacros(`https://d.example/?${text}`, 'AUDIT');
    validateRequest(text, { mode: 'lenient', profile: 'dooh' });
    validateRequest(`{"a":"<${text}"}`, { mode: 'lenient', profile: 'dooh' });
  }
  const odd = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`venue${at}`, 1]));
  validateRequest(
    { dooh: odd, imp: Array.from({ length: 20_000 }, () => ({})) },
    { mode: 'strict', profile: 'dooh' },
  );
  const { user } = process.cpuUsage(begun);
  // A few hundred milliseconds; what is quadratic takes minutes.
  expect(user / 1_000_000).toBeLessThan(10);
});
