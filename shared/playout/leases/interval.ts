/** ms; how often a screen looks whether it has to ask for leases: seldom where each byte costs. */
export const LEASES_MS = { free: 15_000, metered: 300_000 } as const;
