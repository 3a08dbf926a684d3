export const bookProcedures = {};
