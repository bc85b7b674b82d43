/** An e-mail as it is sent: a text, and the same in HTML. Pure. */
import { GivenUp } from '../jobs/retry.ts';
import type { Email } from './mail.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => ESCAPES[sign] ?? sign);

/** A line that is an address is a link; nothing else of a text becomes markup. */
const lineOf = (line: string) => {
  const safe = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${safe}" style="color:#0b5d5b">${safe}</a>` : safe;
};

export function htmlOf(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(block => `<p style="margin:0 0 16px">${block.split('\n').map(lineOf).join('<br>')}</p>`);
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#15191d;background:#fff">',
    `<div style="max-width:560px">${paragraphs.join('')}</div></body></html>`,
  ].join('');
}

/** One address and no more: a comma, a bracket or a line break would name others or write headers. */
const ONE_ADDRESS = /^[^\s,;:<>()[\]\\"@\p{Cc}]+@[^\s,;:<>()[\]\\"@\p{Cc}]+$/u;
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

interface Envelope {
  from: string;
  id: string;
  /** ms */
  date: Date;
}
/** Throws where the recipient is not one plain address. */
export function messageOf({ to, subject, text }: Email, { from, id, date }: Envelope) {
  if (!ONE_ADDRESS.test(to)) throw new GivenUp('ADDRESS');
  const domain = from.split('@')[1] ?? 'localhost';
  return {
    from: { name: 'Wayside', address: from },
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html: htmlOf(text),
    date,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
