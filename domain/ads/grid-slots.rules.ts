/**
 * A grid batch has eleven items, with ad slots after its second and eighth (K-006, R-296). In a file of their own
 * because lists load them.
 */
export const NATIVE_AFTER = 2;
export const FLUID_AFTER = 8;
