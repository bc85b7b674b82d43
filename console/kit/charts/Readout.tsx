/** The figures of the point that is read; the line is there from the start, so that nothing moves. */
export const Readout = ({ text, hint }: { text: string; hint: string }) => (
  <p aria-hidden="true" className="flex min-h-8 items-center text-13 text-ink-3">
    {text === '' ? hint : <span className="font-semibold text-ink">{text}</span>}
  </p>
);
