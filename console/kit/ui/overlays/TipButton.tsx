import { Suspense, use, type ComponentProps, type ReactNode } from 'react';
import { lazyWithRetry } from '../../lazyPage.ts';
import { IconButton } from '../controls/Button.tsx';
import { TipContext } from './TipContext.ts';

const TipProvider = lazyWithRetry(() => import('./Tip.tsx'));

/** Icon buttons that stand together: after the tip of one, that of the next opens at once. Tips are loaded after the buttons. */
export const TipGroup = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={children}>
    <TipProvider>{children}</TipProvider>
  </Suspense>
);

/** An icon button whose label opens beside it; the title of the browser stands in until tips are loaded. */
export function TipButton({ label, ...rest }: ComponentProps<typeof IconButton>) {
  const withTip = use(TipContext);
  if (withTip === null) return <IconButton label={label} {...rest} />;
  return withTip(label, <IconButton label={label} title={undefined} {...rest} />);
}
