/** VAST of strangers: what opens, wraps, runs or never ends is refused, in little time. */
import { describe, expect, it } from 'vitest';
import { readVast } from '../../../shared/openrtb/vast.ts';
import { VAST } from './requests.ts';

const refusal = (text: string) => readVast(text).refusal ?? 'none';
const BODY = VAST().replace(/^<\?.*?\?>/, '');
const inElement = (name: string, text: string) => VAST().replace(`</${name}>`, `${text}</${name}>`);

describe('VAST', () => {
  it.each([
    ['an entity of a file', `<!DOCTYPE v [<!ENTITY x SYSTEM "file:///etc/passwd">]>${BODY}`],
    ['an entity of an entity', `<!DOCTYPE v [<!ENTITY % p SYSTEM "https://dsp.example/x.dtd"> %p;]>${BODY}`],
    ['entities that multiply', `<!DOCTYPE v [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${BODY}`],
    ['a document type in small letters', `<!doctype v>${BODY}`],
    ['a declaration without a document type', `${BODY}<!ENTITY a "b">`],
    ['one within its body', inElement('InLine', '<!ENTITY a "b">')],
  ])('that declares %s is refused', (_what, text) => expect(refusal(text)).toBe('doctype'));

  it('reads the five entities of XML and no other', () => {
    const { vast } = readVast(
      VAST().replace(/(<Impression>).*?(?=<\/Impression>)/, '$1https://dsp.example/i?a=1&amp;b=&xxe;&#38;'),
    );
    expect(vast?.impressions).toEqual(['https://dsp.example/i?a=1&b=&xxe;&#38;']);
  });

  it.each([
    [
      'a wrapper',
      '<VAST version="4.0"><Ad id="1"><Wrapper><VASTAdTagURI>https://x.example/</VASTAdTagURI></Wrapper></Ad></VAST>',
    ],
    ['a wrapper beside what it wraps', inElement('Ad', '<Wrapper/>')],
    ['a wrapper of another name space', inElement('Ad', '<v:Wrapper xmlns:v="https://x.example"/>')],
  ])('that is %s is refused, however deep it goes', (_what, text) => expect(refusal(text)).toBe('wrapper'));

  it.each([
    ['a script as its file', VAST().replace('type="video/mp4"', 'type="application/javascript"')],
    ['a file for VPAID', VAST().replace('type="video/mp4"', 'type="video/mp4" apiFramework="VPAID"')],
    ['a page as its file', VAST().replace('type="video/mp4"', 'type="text/html"')],
    [
      'an interactive file',
      inElement('MediaFiles', '<InteractiveCreativeFile>https://x.example/i.js</InteractiveCreativeFile>'),
    ],
    ['a script that verifies', inElement('InLine', '<AdVerifications><Verification/></AdVerifications>')],
  ])('with %s is refused', (_what, text) => expect(refusal(text)).toBe('script'));

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    '//cdn.example/a.mp4',
    '',
  ])('whose file is %j has none', url =>
    expect(
      refusal(VAST().replace(/(<MediaFile\b[^>]*>).*?(?=<\/MediaFile>)/, `$1${url.replaceAll('<', '&lt;')}`)),
    ).toBe('no_media'),
  );

  /** As long as an answer may be. */
  const LONGEST = 256 * 1024;
  const nested = (open: string, close: string) => {
    const n = Math.floor((LONGEST - 100) / (open.length + close.length));
    return `<VAST version="4.0">${open.repeat(n)}${close.repeat(n)}</VAST>`;
  };
  it.each([
    ['elements in elements', nested('<a>', '</a>')],
    ['elements whose attributes look like an end', nested('<a b="/>">', '</a>')],
    ['elements that never end', `<VAST>${'<a>'.repeat(80_000)}`],
    ['brackets alone', '<'.repeat(LONGEST)],
    ['comments that never end', '<!--'.repeat(LONGEST / 4)],
    ['ampersands', inElement('Impression', '&'.repeat(LONGEST - 2_000))],
    ['attributes', `<VAST ${'a="1" '.repeat(40_000)}/>`],
    ['blanks within a tag', `<VAST ${' '.repeat(LONGEST - 100)}/>`],
    ['what is longer than any answer', `<VAST>${' '.repeat(LONGEST)}</VAST>`],
  ])('of %s is answered about at once', (_what, text) => {
    const begun = performance.now();
    readVast(text);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
  it('that is deeper than any is refused, whatever its attributes hold', () => {
    expect(refusal(nested('<a>', '</a>'))).toBe('too_deep');
    expect(refusal(nested('<a b="/>">', '</a>'))).toBe('too_deep');
    expect(refusal(nested("<a b='>'>", '</a>'))).toBe('too_deep');
    expect(refusal(VAST().replace('<Impression>', "<Impression id='a > b'>"))).toBe('none');
  });
});
