export const policyProcedures = {};
