/** Definitions of partners, deals and mappings: they are loaded together, so that the shell names one file for all of them. */
export { default as deals } from '../../programmatic/deals/programmaticDeals.resource.tsx';
export { default as creatives } from '../../programmatic/mapping/programmaticCreatives.resource.tsx';
export { default as mappings } from '../../programmatic/mapping/programmaticMappings.resource.tsx';
export { default as multipliers } from '../../programmatic/mapping/programmaticMultipliers.resource.tsx';
export { default as placements } from '../../programmatic/mapping/programmaticPlacements.resource.tsx';
export { default as slots } from '../../programmatic/mapping/programmaticSlots.resource.tsx';
export { default as partners } from '../../programmatic/partners/programmaticPartners.resource.tsx';
