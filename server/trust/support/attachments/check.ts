/** Which files a ticket takes: the type that the name promises, and that the content is. Pure. */
import {
  ATTACHMENT_NAMES,
  MAX_ATTACHMENT_BYTES,
  typeByName,
  type AttachmentType,
} from '../../../../shared/contract/trust/ticketAttachment.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { sniff, SNIFF_BYTES, type Kind } from '../../../content/media/formats/sniff.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const FIRST_PRINTABLE = 0x20;
const WHITE = new Set([0x09, 0x0a, 0x0c, 0x0d]);
const TYPES: Partial<Record<Kind, AttachmentType>> = { pdf: 'application/pdf' };

const refused = (field: 'name' | 'content', text: string) =>
  new AppError('VALIDATION', text, { [field]: [text] });

/** UTF-8 without characters that steer a machine. */
function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  return bytes.every(byte => byte >= FIRST_PRINTABLE || WHITE.has(byte));
}
function isOfType(type: AttachmentType, bytes: Buffer): boolean {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (type === 'text/plain') return kind === 'unknown' && isText(bytes);
  return (TYPES[kind] ?? kind) === type;
}

export interface CheckedFile {
  mime: AttachmentType;
  bytes: Buffer;
}
export function checkFile({ name, content }: { name: string; content: string }): CheckedFile {
  const mime = typeByName(name);
  if (mime === null)
    throw refused('name', `Only files that end in ${ATTACHMENT_NAMES.join(', ')} are taken.`);
  if (!BASE64.test(content)) throw refused('content', 'The content of the file in Base64.');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0) throw refused('content', 'The file is empty.');
  if (bytes.length > MAX_ATTACHMENT_BYTES)
    throw refused('content', `A file has at most ${MAX_ATTACHMENT_BYTES / 1_000_000} MB.`);
  if (!isOfType(mime, bytes))
    throw refused('content', `What is in this file is not ${mime}, as its name says.`);
  return { mime, bytes };
}
