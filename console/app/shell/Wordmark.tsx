import clsx from 'clsx';
import { useBrandName } from '../../kit/brandName.ts';

/** The product's name is the same in every language. The sheet of a white label puts its logo here by the class. */
export const Wordmark = ({ className }: { className?: string }) => (
  <span
    className={clsx('wordmark inline-flex items-center gap-2.5 font-extrabold tracking-[0.01em]', className)}
    translate="no"
  >
    <span aria-hidden="true" className="h-[0.6em] w-[1.3em] bg-lamp" />
    {useBrandName()}
  </span>
);
