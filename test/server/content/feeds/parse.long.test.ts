import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { parseFeed } from '../../../../server/content/feeds/parse.ts';
import { cutText, plainText } from '../../../../server/content/feeds/text.ts';

const rss = (items: string, head = '') =>
  `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>City &amp; paper</title>${items}</channel></rss>`;
const read = (text: string, format: 'rss' | 'atom' | 'json' = 'rss') => parseFeed(Buffer.from(text), format);

describe('a text of a feed', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', 'Hello you'],
    ['&lt;p&gt;AT&amp;amp;T&lt;/p&gt;', 'AT&T'],
    ['a<script>alert(1)</script>b<style>p{}</style>c', 'a b c'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;safe', 'safe'],
    ['open <script>never closed', 'open'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['a <!-- b --> c <!-- d', 'a c'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['caf&eacute; &#x4F60;&#22909;', 'café 你好'],
    ['a\u202Eb\u0000c\ud800', 'abc'],
    ['  a\n\t b  ', 'a b'],
  ])('%s is %s', (markup, text) => expect(plainText(markup)).toBe(text));

  it('is cut at a word, and never within a sign', () => {
    expect(cutText('short', 10)).toBe('short');
    expect(cutText('the bridge opens', 12)).toBe('the bridge…');
    expect(cutText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(cutText('😀😀😀', 4)).toBe('😀…');
  });
});

describe('a feed', () => {
  it('of RSS is read with its usual parts and its own', async () => {
    const { title, entries } = await read(
      rss(`<item><title><![CDATA[Bridge <b>opens</b>]]></title><link>https://example.org/a?x=1&amp;copy=2</link>
        <guid isPermaLink="false">id-1</guid><pubDate>Tue, 24 Nov 2026 06:00:00 GMT</pubDate>
        <description>&lt;p&gt;At noon&lt;/p&gt;</description><dc:creator>Desk</dc:creator>
        <enclosure url="https://example.org/a.mp3" type="audio/mpeg"/>
        <media:content url="https://example.org/a.jpg" medium="image"/>
        <ev:location>Pier 3</ev:location><category>City</category><category>Traffic</category></item>`),
    );
    expect(title).toBe('City & paper');
    expect(entries).toEqual([
      expect.objectContaining({
        ...{ title: 'Bridge opens', link: 'https://example.org/a?x=1&copy=2', guid: 'id-1' },
        ...{ published: 'Tue, 24 Nov 2026 06:00:00 GMT', summary: 'At noon', author: 'Desk' },
        ...{ image: 'https://example.org/a.jpg', 'ev:location': 'Pier 3', category: 'City' },
      }),
    ]);
  });

  it('of Atom and of JSON has the same parts', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>City</title><entry><id>urn:1</id>
      <title type="html">Bridge &amp;amp; tunnel</title><link rel="self" href="https://example.org/self"/>
      <link href="https://example.org/a"/><updated>2026-11-24T06:00:00Z</updated><author><name>Desk</name></author>
      <content type="html">&lt;p&gt;Long&lt;/p&gt;</content><category term="traffic"/></entry></feed>`;
    const json = JSON.stringify({
      title: 'City',
      items: [
        {
          ...{
            id: 'urn:1',
            title: 'Bridge & tunnel',
            url: 'https://example.org/a',
            content_html: '<p>Long</p>',
          },
          ...{ date_published: '2026-11-24T06:00:00Z', authors: [{ name: 'Desk' }], tags: ['traffic'] },
        },
      ],
    });
    const shared = {
      ...{ guid: 'urn:1', title: 'Bridge & tunnel', link: 'https://example.org/a', summary: 'Long' },
      ...{ published: '2026-11-24T06:00:00Z', author: 'Desk', category: 'traffic' },
    };
    expect((await read(atom, 'atom')).entries).toEqual([expect.objectContaining(shared)]);
    expect((await read(json, 'json')).entries).toEqual([expect.objectContaining(shared)]);
  });

  it('that would grow, or is none, is refused', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    for (const text of [rss('<item/>', bomb), '<rss><channel>', '<html><body/></html>', '', 'x'])
      await expect(read(text)).rejects.toThrow(/feed|XML/);
    for (const text of ['', '[]', '{"items":1}', 'null'])
      await expect(read(text, 'json')).rejects.toThrow(/JSON/);
    await expect(read(rss(''), 'atom')).rejects.toThrow('This is no Atom feed.');
    await expect(read(`<rss>${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</rss>`)).rejects.toThrow();
  });

  it('is read no further than a hundred entries, and its names change no object', async () => {
    expect((await read(rss('<item><title>x</title></item>'.repeat(200)))).entries).toHaveLength(100);
    await expect(read(rss('<item><__proto__>x</__proto__></item>'))).rejects.toThrow('This XML is not read.');
    const [entry] = (await read('{"items":[{"__proto__":{"polluted":"x"},"constructor":"y"}]}', 'json'))
      .entries;
    expect(entry).toEqual({ constructor: 'y' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['attributes', `<item ${Array.from({ length: 150_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`],
    ['names', Array.from({ length: 110_000 }, (_, n) => `<t${n}>x</t${n}>`).join('')],
  ])('made of nothing but %s keeps nobody else waiting for a second', async (_what, items) => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await read(rss(items)).catch(() => null);
    delay.disable();
    expect(delay.max / 1e9).toBeLessThan(1);
  });
});
