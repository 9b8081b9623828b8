-- Answers that hold a secret (a webhook's secret, a regid, a session) are remembered sealed.

alter table remembered_answers
  add column sealed_answer bytea;

-- Those remembered in clear so far are forgotten: a call repeated with its key is done again.
delete from remembered_answers
where answer ~ '"(regid|sessionid|secret)"';
