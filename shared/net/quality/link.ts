/** What the browser tells of the link. */
export type ConnectionType = 'wifi' | 'cellular' | 'ethernet' | '5g' | '4g' | '3g' | 'unknown';

/** `navigator.connection`, which not every browser has, and none wholly. */
export interface Connection extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  readonly type?: string;
  readonly effectiveType?: string;
  /** Mbit/s, rounded. */
  readonly downlink?: number;
  /** ms, rounded. */
  readonly rtt?: number;
  readonly saveData?: boolean;
}

export interface Link {
  connectionType: ConnectionType;
  effectiveType: string | null;
  downlink: number | null;
  rtt: number | null;
  saveData: boolean;
}

const TRANSPORTS: readonly string[] = ['wifi', 'cellular', 'ethernet'] satisfies ConnectionType[];
const GENERATIONS: readonly string[] = ['5g', '4g', '3g'] satisfies ConnectionType[];
/** A browser that does not know the type says so, or nothing. */
const isUntold = (type: string | undefined) => type === undefined || type === 'unknown';

/** The generation counts only where the transport is not told: a desktop reports 4g on a cable. */
export function connectionTypeOf({ type, effectiveType }: Connection): ConnectionType {
  if (type !== undefined && TRANSPORTS.includes(type)) return type as ConnectionType;
  const isKnown = isUntold(type) && effectiveType !== undefined && GENERATIONS.includes(effectiveType);
  return isKnown ? (effectiveType as ConnectionType) : 'unknown';
}

export const linkOf = (connection: Connection = {}): Link => ({
  connectionType: connectionTypeOf(connection),
  effectiveType: connection.effectiveType ?? null,
  downlink: connection.downlink ?? null,
  rtt: connection.rtt ?? null,
  saveData: connection.saveData ?? false,
});

interface Metering {
  setting: 'auto' | 'metered' | 'unmetered';
  connection: Connection | undefined;
  isKiosk: boolean;
  /** These are the hours of the depot's Wi-Fi. */
  isInDepot?: boolean;
}
/**
 * Whether each byte costs money: what a hand has set, else what the browser says; a kiosk in doubt rides in a taxi.
 * In the depot only what the browser knows to cost does.
 */
export function isMetered({ setting, connection = {}, isKiosk, isInDepot = false }: Metering): boolean {
  if (setting === 'unmetered') return false;
  const isKnownTo = connection.saveData === true || connection.type === 'cellular';
  if (isKnownTo || isInDepot) return isKnownTo;
  return setting === 'metered' || (isKiosk && isUntold(connection.type));
}
