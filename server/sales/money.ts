/** Amounts in minor units, as invoices have them. */
import type { Language } from '../../shared/constants.ts';
import { currencyStyle, majorOf } from '../../shared/i18n/format.ts';

/** In the words of a contract or an e-mail: the code of the currency cannot be mistaken. */
export const moneyText = (minor: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { ...currencyStyle(currency), currencyDisplay: 'code' }).format(
    majorOf(minor, currency),
  );
