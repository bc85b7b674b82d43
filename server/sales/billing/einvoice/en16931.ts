/** The rules of EN 16931 that an invoice or a credit note of ours can break. Pure. */
import { COUNTRIES } from '../../../../shared/i18n/codes.ts';
import { minorUnits } from '../../../../shared/money.ts';
import { hasIsoCurrency } from '../../../../shared/openrtb/formats.ts';
import { exactTax, isNormTax, NORM_UNITS, type EnDocument, type EnTax } from './document.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isDay = (day: string | null) => day !== null && /^\d{4}-\d\d-\d\d$/.test(day);
const ofRate = ({ lines }: EnDocument, { category, tax_pct }: EnTax) =>
  lines.filter(line => line.category === category && line.tax_pct === tax_pct);

/** Tax is rounded on each line (contract §0), so that a rate may differ by half a minor unit for each of them. */
function isTaxOfRate({ isNorm, currency }: EnDocument, tax: EnTax): boolean {
  const off = BigInt(tax.tax_minor) * 10_000n - exactTax(tax);
  const isOfLines = (off < 0n ? -off : off) <= 5_000n * BigInt(tax.roundings);
  return isOfLines && (!isNorm || isNormTax(tax, currency));
}
const netSumOf = (document: EnDocument, tax: EnTax) => sum(ofRate(document, tax).map(line => line.net_minor));

/** The norm has no code for Kosovo but one of its own. */
const NORM_COUNTRIES: ReadonlySet<string> = new Set(COUNTRIES.filter(code => code !== 'XK'));
/** Countries, Greece and Northern Ireland as they stand before a number of VAT, Kosovo as the norm writes it. */
const VAT_PREFIXES: ReadonlySet<string> = new Set([...NORM_COUNTRIES, 'EL', 'XI', '1A']);
/** A number with its country before it is one of VAT (BR-CO-09). */
export const isVatNumber = (tax_id: string): boolean => VAT_PREFIXES.has(tax_id.slice(0, 2));
const isCountry = (country: string | null) => country === null || NORM_COUNTRIES.has(country);

/** Each rule by its name in the norm; true: it holds. */
const RULES: Readonly<Record<string, (document: EnDocument) => boolean>> = {
  'BR-02': ({ number }) => number !== '',
  'BR-03': ({ issued }) => isDay(issued),
  'BR-05': ({ currency }) => /^[A-Z]{3}$/.test(currency),
  'BR-06': ({ seller }) => seller.name !== '',
  'BR-07': ({ buyer }) => buyer.name !== '',
  'BR-09': ({ seller }) => seller.country !== null,
  'BR-11': ({ buyer }) => buyer.country !== null,
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-25': ({ lines }) => lines.every(line => line.name !== ''),
  'BR-27': ({ lines }) => lines.every(line => line.price_micros >= 0),
  'BR-29': ({ period }) => period === null || period.from <= period.to,
  /** A credit note names the invoice that it takes something off. */
  'BR-55': ({ kind, corrects }) =>
    kind === 'invoice' || (corrects !== null && corrects.number !== '' && isDay(corrects.issued)),
  'BR-CL-04': ({ currency }) => hasIsoCurrency(currency),
  'BR-CL-14': ({ seller, buyer }) => isCountry(seller.country) && isCountry(buyer.country),
  'BR-CO-10': ({ lines, totals }) => totals.lines_minor === sum(lines.map(line => line.net_minor)),
  'BR-CO-13': ({ totals }) => totals.net_minor === totals.lines_minor,
  'BR-CO-14': ({ taxes, totals }) => totals.tax_minor === sum(taxes.map(tax => tax.tax_minor)),
  'BR-CO-15': ({ totals }) => totals.gross_minor === totals.net_minor + totals.tax_minor,
  'BR-CO-16': ({ totals }) => totals.payable_minor === totals.gross_minor - totals.prepaid_minor,
  'BR-CO-17': document => document.taxes.every(tax => isTaxOfRate(document, tax)),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ kind, due, totals }) => kind === 'credit_note' || totals.payable_minor <= 0 || isDay(due),
  'BR-CO-26': ({ seller }) => seller.tax_id !== null,
  'BR-S-05': ({ lines }) => lines.every(line => line.category !== 'S' || line.tax_pct > 0),
  'BR-S-08': document =>
    document.taxes.every(tax => tax.category !== 'S' || tax.taxable_minor === netSumOf(document, tax)),
  'BR-Z-05': ({ lines }) => lines.every(line => line.category !== 'Z' || line.tax_pct === 0),
  'BR-Z-08': document =>
    document.taxes.every(tax => tax.category !== 'Z' || tax.taxable_minor === netSumOf(document, tax)),
  'BR-Z-09': ({ taxes }) => taxes.every(tax => tax.category !== 'Z' || tax.tax_minor === 0),
  /** Amounts have at most two decimals. */
  'BR-DEC-14': ({ isNorm, currency }) => !isNorm || minorUnits(currency) <= NORM_UNITS,
};

/** Names of the rules that are broken; none where it may be handed on. */
export const brokenRules = (document: EnDocument): string[] =>
  Object.entries(RULES).flatMap(([name, holds]) => (holds(document) ? [] : [name]));
