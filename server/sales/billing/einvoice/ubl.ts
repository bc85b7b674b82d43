/** An invoice or a credit note as UBL 2.1, in the order of elements that its schema asks for. Pure. */
import { XMLBuilder } from 'fast-xml-parser';
import { minorDigits } from '../../../../shared/i18n/format.ts';
import { isIban } from '../../../../shared/sales/iban.ts';
import type { EnDocument, EnLine, EnParty, EnPayment, EnTax, TaxCategory } from './document.ts';
import { isVatNumber } from './en16931.ts';

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd';
const NORM = 'urn:cen.eu:en16931:2017';
/** What is called otherwise in each; the codes are those of UNTDID 1001. */
const FORMS = {
  invoice: {
    ...{ root: 'Invoice', line: 'cac:InvoiceLine', quantity: 'cbc:InvoicedQuantity' },
    ...{ type: 'cbc:InvoiceTypeCode', typeCode: '380' },
  },
  credit_note: {
    ...{ root: 'CreditNote', line: 'cac:CreditNoteLine', quantity: 'cbc:CreditedQuantity' },
    ...{ type: 'cbc:CreditNoteTypeCode', typeCode: '381' },
  },
} as const satisfies Record<EnDocument['kind'], object>;
/** An e-mail address, in the list of schemes of electronic addresses. */
const EMAIL_SCHEME = 'EM';
/** One piece (UN/ECE Recommendation 20). */
const UNIT = 'C62';
const MICRO_DIGITS = 6;

/** A whole number of smallest parts as a decimal, by its digits alone. */
function decimal(value: number, digits: number): string {
  if (digits === 0) return String(value);
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
const priceOf = (micros: number) => decimal(micros, MICRO_DIGITS).replace(/\.?0+$/, '');

const taxCategory = (category: TaxCategory, tax_pct: number) => ({
  'cbc:ID': category,
  'cbc:Percent': String(tax_pct),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
});
/** Of whoever has one of VAT that one alone; another is one of taxes in general. */
const taxScheme = (tax_id: string) => ({
  'cbc:CompanyID': tax_id,
  'cac:TaxScheme': { 'cbc:ID': isVatNumber(tax_id) ? 'VAT' : 'TAX' },
});
function party({ name, address: [street, second, ...more], country, tax_id, email }: EnParty) {
  return {
    'cac:Party': {
      ...(email !== null && { 'cbc:EndpointID': { '#text': email, '@schemeID': EMAIL_SCHEME } }),
      'cac:PartyName': { 'cbc:Name': name },
      'cac:PostalAddress': {
        ...(street !== undefined && { 'cbc:StreetName': street }),
        ...(second !== undefined && { 'cbc:AdditionalStreetName': second }),
        ...(more.length > 0 && { 'cac:AddressLine': { 'cbc:Line': more.join(', ') } }),
        ...(country !== null && { 'cac:Country': { 'cbc:IdentificationCode': country } }),
      },
      ...(tax_id !== null && { 'cac:PartyTaxScheme': taxScheme(tax_id) }),
      'cac:PartyLegalEntity': {
        'cbc:RegistrationName': name,
        ...(tax_id !== null && { 'cbc:CompanyID': tax_id }),
      },
      ...(email !== null && { 'cac:Contact': { 'cbc:ElectronicMail': email } }),
    },
  };
}

/** Credit transfer, in the euro area's scheme or in another (UNTDID 4461). */
const SEPA_TRANSFER = '58';
const TRANSFER = '30';
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const paymentMeans = ({ account: { holder, number, bank }, quoting }: EnPayment) => ({
  'cbc:PaymentMeansCode': isIban(number) ? SEPA_TRANSFER : TRANSFER,
  'cbc:PaymentID': quoting,
  'cac:PayeeFinancialAccount': {
    'cbc:ID': number,
    'cbc:Name': holder,
    ...(BIC.test(bank) && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bank } }),
  },
});

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
/** Characters that XML 1.0 cannot hold, however they are written. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export function ublOf(invoice: EnDocument): string {
  const { currency, totals, period, taxes, lines, note, reference, corrects } = invoice;
  const form = FORMS[invoice.kind];
  const digits = minorDigits(currency);
  const amount = (minor: number) => ({ '#text': decimal(minor, digits), '@currencyID': currency });
  const subtotal = ({ category, tax_pct, taxable_minor, tax_minor }: EnTax) => ({
    'cbc:TaxableAmount': amount(taxable_minor),
    'cbc:TaxAmount': amount(tax_minor),
    'cac:TaxCategory': taxCategory(category, tax_pct),
  });
  const line = ({ id, name, qty, net_minor, price_micros, base_qty, category, tax_pct }: EnLine) => ({
    'cbc:ID': id,
    [form.quantity]: { '#text': String(qty), '@unitCode': UNIT },
    'cbc:LineExtensionAmount': amount(net_minor),
    'cac:Item': { 'cbc:Name': name, 'cac:ClassifiedTaxCategory': taxCategory(category, tax_pct) },
    'cac:Price': {
      'cbc:PriceAmount': { '#text': priceOf(price_micros), '@currencyID': currency },
      'cbc:BaseQuantity': { '#text': String(base_qty), '@unitCode': UNIT },
    },
  });
  const document = {
    '@xmlns': `${SCHEMA}:${form.root}-2`,
    '@xmlns:cac': `${SCHEMA}:CommonAggregateComponents-2`,
    '@xmlns:cbc': `${SCHEMA}:CommonBasicComponents-2`,
    ...(invoice.isNorm && { 'cbc:CustomizationID': NORM }),
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issued,
    ...(invoice.due !== null && { 'cbc:DueDate': invoice.due }),
    [form.type]: form.typeCode,
    ...(note !== '' && { 'cbc:Note': note }),
    'cbc:DocumentCurrencyCode': currency,
    ...(period !== null && {
      'cac:InvoicePeriod': { 'cbc:StartDate': period.from, 'cbc:EndDate': period.to },
    }),
    ...(reference !== '' && { 'cac:OrderReference': { 'cbc:ID': reference } }),
    ...(corrects !== null && {
      'cac:BillingReference': {
        'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:IssueDate': corrects.issued },
      },
    }),
    'cac:AccountingSupplierParty': party(invoice.seller),
    'cac:AccountingCustomerParty': party(invoice.buyer),
    ...(invoice.payment !== null && { 'cac:PaymentMeans': paymentMeans(invoice.payment) }),
    'cac:TaxTotal': { 'cbc:TaxAmount': amount(totals.tax_minor), 'cac:TaxSubtotal': taxes.map(subtotal) },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(totals.lines_minor),
      'cbc:TaxExclusiveAmount': amount(totals.net_minor),
      'cbc:TaxInclusiveAmount': amount(totals.gross_minor),
      ...(totals.prepaid_minor !== 0 && { 'cbc:PrepaidAmount': amount(totals.prepaid_minor) }),
      'cbc:PayableAmount': amount(totals.payable_minor),
    },
    [form.line]: lines.map(line),
  };
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [form.root]: document })}`;
  return xml.replaceAll(NO_XML, '');
}
