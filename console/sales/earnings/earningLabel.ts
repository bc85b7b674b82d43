import type { Earning } from '../../../shared/contract/sales/earning.ts';

/** What a row is called in a sentence. */
export const earningLabel = ({ device_name, period }: Pick<Earning, 'device_name' | 'period'>) =>
  `${device_name} ${period}`;
