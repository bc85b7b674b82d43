import clsx from 'clsx';

/** The product's name is the same in every language. */
export const Wordmark = ({ className }: { className?: string }) => (
  <span
    className={clsx('inline-flex items-center gap-2.5 font-extrabold tracking-[0.01em]', className)}
    translate="no"
  >
    <span aria-hidden="true" className="h-[0.6em] w-[1.3em] bg-lamp" />
    Wayside
  </span>
);
