/** An e-mail as it is sent: a text, and the same in HTML. Pure. */
import { GivenUp } from '../jobs/retry.ts';
import type { Email, MailBrand } from './mail.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => ESCAPES[sign] ?? sign);

/** A line that is an address is a link; nothing else of a text becomes markup. */
const lineOf = (colour: string) => (line: string) => {
  const safe = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${safe}" style="color:${colour}">${safe}</a>` : safe;
};

const OWN_COLOUR = '#0b5d5b';
const LOGO_CID = 'logo';
/** Above the text: the logo, which lies in the message, else the name. The platform's own e-mails have no head. */
function headOf({ app_name, logo }: MailBrand): string {
  const name = escapeHtml(app_name);
  return logo === null
    ? `<p style="margin:0 0 24px;font-size:20px;font-weight:700">${name}</p>`
    : `<p style="margin:0 0 24px"><img src="cid:${LOGO_CID}" alt="${name}" height="36"></p>`;
}

export function htmlOf(text: string, brand?: MailBrand): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(
      block =>
        `<p style="margin:0 0 16px">${block
          .split('\n')
          .map(lineOf(brand?.primary ?? OWN_COLOUR))
          .join('<br>')}</p>`,
    );
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#15191d;background:#fff">',
    `<div style="max-width:560px">${brand ? headOf(brand) : ''}${paragraphs.join('')}</div></body></html>`,
  ].join('');
}

/** One address and no more: a comma, a bracket or a line break would name others or write headers. */
const ONE_ADDRESS = /^[^\s,;:<>()[\]\\"@\p{Cc}]+@[^\s,;:<>()[\]\\"@\p{Cc}]+$/u;
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const logoPart = (dataUrl: string) => ({
  filename: 'logo.png',
  content: Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'),
  contentType: 'image/png',
  cid: LOGO_CID,
});

interface Envelope {
  from: string;
  id: string;
  /** ms */
  date: Date;
}
/** Throws where the recipient is not one plain address. */
export function messageOf({ to, subject, text, brand }: Email, { from, id, date }: Envelope) {
  if (!ONE_ADDRESS.test(to)) throw new GivenUp('ADDRESS');
  const domain = from.split('@')[1] ?? 'localhost';
  return {
    from: {
      name: brand ? oneLine(brand.from_name) : 'Wayside',
      address: brand?.from_address ?? from,
    },
    ...(brand?.reply_to && ONE_ADDRESS.test(brand.reply_to) && { replyTo: brand.reply_to }),
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html: htmlOf(text, brand),
    ...(brand?.logo && { attachments: [logoPart(brand.logo)] }),
    date,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
