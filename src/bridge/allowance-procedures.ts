export const allowanceProcedures = {};
