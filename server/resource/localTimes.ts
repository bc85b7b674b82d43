/** `2026-01-05T09:00:00.000` as clocks of a zone show it; formats are kept, since making one is dear. */
export function localTimes() {
  const zones = new Map<string, Intl.DateTimeFormat>();
  return (iso: string, tz: string): string => {
    const known =
      zones.get(tz) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short', timeStyle: 'medium' });
    zones.set(tz, known);
    return `${known.format(Date.parse(iso)).replace(' ', 'T')}${iso.slice(-5, -1)}`;
  };
}
