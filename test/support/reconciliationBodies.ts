/** What a comparison with a partner's file asks for. */
export const MARCH_CSV = 'Date,Deal,Plays,Spend\r\n2019-03-05,D-9,5,0.01';
export const MARCH_FILE = {
  ...{ first_day: '2019-03-01', last_day: '2019-03-31', tz: 'Europe/Lisbon', keyed_by: 'deal' },
  ...{ counted_in: 'plays', tolerance_pct: 1, day_column: 'Date', key_column: 'Deal' },
  ...{ count_column: 'Plays', revenue_column: 'Spend', currency_column: null, file_currency: 'EUR' },
  ...{ file_name: 'march.csv', csv: MARCH_CSV },
};
