/** A batch of a grid has eleven items, and places after its second and its eighth (K-006, R-296). By themselves: lists load them. */
export const NATIVE_AFTER = 2;
export const FLUID_AFTER = 8;
