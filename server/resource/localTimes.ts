/** `2026-01-05T09:00:00.000` in the local time of a zone. Formatters are cached because creating one is slow. */
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
