/** A setting of the operator that cannot be read; its message names the setting and the accepted form. */
export class ConfigError extends Error {}
