import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { TOOLTIP } from '../../../../shared/constants.ts';

export const TipProvider = ({ children }: { children: ReactNode }) => (
  <Tooltip.Provider delayDuration={TOOLTIP.openDelayMs} skipDelayDuration={TOOLTIP.skipDelayMs}>
    {children}
  </Tooltip.Provider>
);

/** A tooltip; opens after 700 ms, and at once within 300 ms of another. */
export const Tip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Tooltip.Root>
    <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
    <Tooltip.Portal>
      <Tooltip.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-w-72 rounded-sm bg-ink px-3 py-2 text-13 text-bg shadow-float"
      >
        {text}
      </Tooltip.Content>
    </Tooltip.Portal>
  </Tooltip.Root>
);
