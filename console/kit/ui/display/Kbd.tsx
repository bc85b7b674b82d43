/** A key, as it is written on the keyboard. */
export const Kbd = ({ children, className = '' }: { children: string; className?: string }) => (
  <kbd
    className={`rounded-[3px] border border-line px-1.5 font-mono text-12 whitespace-nowrap text-ink-2 ${className}`}
  >
    {children}
  </kbd>
);
