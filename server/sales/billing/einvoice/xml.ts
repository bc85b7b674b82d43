/** The XML of a sent invoice and of its credit notes; what EN 16931 asks for and one lacks is named. */
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../../db/rows.ts';
import { enCreditNote, enInvoice, type EnDocument, type SentInvoice } from './document.ts';
import { brokenRules } from './en16931.ts';
import { ublOf } from './ubl.ts';

export interface XmlFile {
  number: string;
  xml: string;
}

function requireSent(invoice: InvoiceDetail): SentInvoice {
  const { number, sent_at, due_at, state } = invoice;
  /** EN 16931 has no invoice that was voided: whoever reads the file would pay it. */
  if (state === 'void')
    throw new AppError('STATE', 'This was voided: nothing is owed for it, and it has no XML.', {
      status: state,
    });
  if (number === null || sent_at === null || due_at === null)
    throw new AppError('STATE', `This is ${state}.`, { status: state });
  return { ...invoice, number, sent_at, due_at };
}
function fileOf(document: EnDocument): XmlFile {
  const rules = brokenRules(document);
  if (rules.length > 0)
    throw new AppError('RULE', `EN 16931 asks for more than it has: ${rules.join(', ')}`, { rules });
  return { number: document.number, xml: ublOf(document) };
}

export const invoiceXml = (invoice: InvoiceDetail): XmlFile => fileOf(enInvoice(requireSent(invoice)));

export function creditNoteXml(invoice: InvoiceDetail, note_id: string): XmlFile {
  const note = requireFound(
    invoice.credit_notes.find(({ id }) => id === note_id),
    'credit note',
  );
  return fileOf(enCreditNote(requireSent(invoice), note));
}
