/** Reads the Network Information API. */
export type ConnectionType = 'wifi' | 'cellular' | 'ethernet' | '5g' | '4g' | '3g' | 'unknown';

/** `navigator.connection`. Not every browser has it, and none implements all of it. */
export interface NetworkInformation extends Partial<
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
> {
  readonly type?: string;
  readonly effectiveType?: string;
  /** Mbit/s, rounded. */
  readonly downlink?: number;
  /** ms, rounded. */
  readonly rtt?: number;
  readonly saveData?: boolean;
}

export interface LinkInfo {
  connectionType: ConnectionType;
  effectiveType: string | null;
  downlink: number | null;
  rtt: number | null;
  saveData: boolean;
}

const TRANSPORTS: readonly string[] = ['wifi', 'cellular', 'ethernet'] satisfies ConnectionType[];
const GENERATIONS: readonly string[] = ['5g', '4g', '3g'] satisfies ConnectionType[];
/** A browser that does not know the type reports 'unknown' or nothing. */
const isUnknownType = (type: string | undefined) => type === undefined || type === 'unknown';

/** `effectiveType` counts only if `type` is unknown, because a desktop on a cable reports 4g. */
export function connectionTypeOf({ type, effectiveType }: NetworkInformation): ConnectionType {
  if (type !== undefined && TRANSPORTS.includes(type)) return type as ConnectionType;
  const isKnown = isUnknownType(type) && effectiveType !== undefined && GENERATIONS.includes(effectiveType);
  return isKnown ? (effectiveType as ConnectionType) : 'unknown';
}

export const readLinkInfo = (connection: NetworkInformation = {}): LinkInfo => ({
  connectionType: connectionTypeOf(connection),
  effectiveType: connection.effectiveType ?? null,
  downlink: connection.downlink ?? null,
  rtt: connection.rtt ?? null,
  saveData: connection.saveData ?? false,
});

interface Metering {
  setting: 'auto' | 'metered' | 'unmetered';
  connection: NetworkInformation | undefined;
  isKiosk: boolean;
  /** Now is within the hours of the depot's Wi-Fi. */
  isInDepot?: boolean;
}
/**
 * Whether the link is paid by the byte: the device's setting decides, else the browser. A kiosk with an unknown link
 * counts as metered, because it is in a taxi. In the depot only a link the browser knows to be metered counts.
 */
export function isMetered({ setting, connection = {}, isKiosk, isInDepot = false }: Metering): boolean {
  if (setting === 'unmetered') return false;
  const isKnownMetered = connection.saveData === true || connection.type === 'cellular';
  if (isKnownMetered || isInDepot) return isKnownMetered;
  return setting === 'metered' || (isKiosk && isUnknownType(connection.type));
}
