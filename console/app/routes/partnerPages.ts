/** Definitions of partners, deals and mappings: they are loaded together, so that the shell names one file for all of them. */
export { default as deals } from '../../programmatic/deals/deals.resource.tsx';
export { default as creatives } from '../../programmatic/mapping/creativeMappings.resource.tsx';
export { default as mappings } from '../../programmatic/mapping/inventoryMappings.resource.tsx';
export { default as multipliers } from '../../programmatic/mapping/multiplierModels.resource.tsx';
export { default as placements } from '../../programmatic/mapping/placements.resource.tsx';
export { default as slots } from '../../programmatic/mapping/slotMappings.resource.tsx';
export { default as partners } from '../../programmatic/partners/partners.resource.tsx';
