import { useMonthName } from './useMonthName.ts';

export const MonthCell = ({ value }: { value: string }) => (
  <span className="whitespace-nowrap">{useMonthName()(value)}</span>
);
