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

describe('an e-mail of a tenant with a white label', () => {
  const brand = {
    ...{ app_name: 'Harbour <Signs>', primary: '#7a1f5c', logo: 'data:image/png;base64,aGVsbG8=' },
    ...{ from_name: 'Harbour\r\nBcc: thief@x.example', from_address: null, reply_to: 'desk@harbour.example' },
  };
  const dressed = (more: Partial<typeof brand> | { from_address: string }) =>
    messageOf(
      { to: 'a@x.example', subject: 'S', text: 'https://a.example/', brand: { ...brand, ...more } },
      envelope,
    );

  it('shows the logo that lies in it, its name as text, and its colour', () => {
    const { html, attachments } = dressed({});
    expect(html).toContain('<img src="cid:logo" alt="Harbour &lt;Signs&gt;"');
    expect(html).toContain('style="color:#7a1f5c"');
    expect(attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png' }]);
    expect(attachments?.[0]?.content.toString()).toBe('hello');
  });

  it('names it as the sender in one line, and answers go to it', () => {
    const { from, replyTo } = dressed({});
    expect(from).toEqual({ name: 'Harbour Bcc: thief@x.example', address: 'wayside@fleet.example' });
    expect(replyTo).toBe('desk@harbour.example');
    expect(dressed({ from_address: 'desk@harbour.example' }).from.address).toBe('desk@harbour.example');
  });
});
