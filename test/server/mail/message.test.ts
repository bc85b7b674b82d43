import { describe, expect, it } from 'vitest';
import { htmlOf, messageOf } from '../../../server/mail/message.ts';

const envelope = { from: 'wayside@fleet.example', id: '42', date: new Date(0) };
const message = (to: string, subject = 'Hello') => messageOf({ to, subject, text: 'Text' }, envelope);

describe('the HTML of an e-mail', () => {
  it('makes a link of a line that is an address, and nothing else of what stands in the text', () => {
    const html = htmlOf('Fleet <b>&co</b>\n\nhttps://a.example/x?b=1&c="2"\njavascript:alert(1)');
    expect(html).toContain('Fleet &lt;b&gt;&amp;co&lt;/b&gt;');
    expect(html).toContain('<a href="https://a.example/x?b=1&amp;c=&quot;2&quot;"');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toMatch(/<b>|href="javascript/);
  });
});

describe('a header', () => {
  it.each([
    'a@x.example\r\nBcc: thief@x.example',
    'a@x.example, thief@x.example',
    'a@x.example;thief@x.example',
    'Thief <thief@x.example>',
    'a@x.example thief@x.example',
    'group:a@x.example;',
    '"a b"@x.example',
    'nobody',
    '',
  ])('takes one plain address, not %j', to => {
    expect(() => message(to)).toThrow('given up: ADDRESS');
  });

  it('holds a subject in one line', () => {
    const { subject } = message('a@x.example', 'Sale\r\nBcc: thief@x.example\u2028\0more');
    expect(subject).toBe('Sale Bcc: thief@x.example more');
  });

  it('names the same message at each try', () => {
    expect(message('a@x.example').messageId).toBe('<42@fleet.example>');
  });
});
