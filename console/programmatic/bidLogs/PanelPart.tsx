import type { ReactNode } from 'react';
import { useText } from '../../kit/text/useText.ts';

/** A part of the sheet under its heading. */
export const PanelPart = ({
  name,
  children,
}: {
  name: 'timeline' | 'bids' | 'notices';
  children: ReactNode;
}) => (
  <section>
    <h3 className="mb-2 font-semibold">{useText('auctions')(`panels.${name}`)}</h3>
    {children}
  </section>
);
