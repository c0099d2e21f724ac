# The cache beside each balancer (haproxy.cfg), for Varnish 7.1:
#   varnishd -a :6081 -f /etc/varnish/airwave.vcl -s malloc,1g -p http_gzip_support=off
# Bodies come compressed by the site, with brotli too, which Varnish does not know: it must not replace them by gzip.
vcl 4.1;

import std;

backend web {
  .host = "127.0.0.1";
  .port = "8090";
  .probe = { .url = "/up/web"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}
backend media {
  .host = "127.0.0.1";
  .port = "8090";
  .probe = { .url = "/up/media"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}
# While no process is ready the balancer asks them all the same.
backend unready {
  .host = "127.0.0.1";
  .port = "8090";
}

# The machines of the workers, from which purges come.
acl purgers {
  "127.0.0.1";
  "::1";
  "10.0.0.0"/8;
  "172.16.0.0"/12;
  "192.168.0.0"/16;
}

sub vcl_recv {
  if (req.url == "/cache/up") { return (synth(200)); }
  if (req.method == "PURGE") {
    # Requests of visitors come through the balancer, which sets the host.
    if (client.ip !~ purgers || req.http.X-Forwarded-Host) { return (synth(403)); }
    if (req.http.Cache-Tag == "*") {
      # Sent when the database is back, often before the processes are. Until then what is stored is all there is: the worker
      # asks again each second.
      if (!std.healthy(web)) { return (synth(503)); }
      ban("obj.status != 0");
    }
    else { ban("obj.http.Cache-Tag ~ (^|,)(" + regsuball(req.http.Cache-Tag, ",", "|") + ")(,|$)"); }
    return (synth(200));
  }
  if (req.restarts == 0) {
    unset req.http.X-Stale;
    unset req.http.X-Emergency;
    # The balancer named the visitor; Varnish has added the balancer.
    set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
  }
  if (req.http.X-Emergency) { set req.url = "/lite/emergency.html"; }
  if (req.url ~ "^/media/") { set req.backend_hint = media; }
  elsif (std.healthy(web)) { set req.backend_hint = web; }
  else { set req.backend_hint = unready; }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.Authorization) { return (pass); }
  if (req.url ~ "^/(api|ingest|member|sandbox|replay|podcasts|tracking|v2|live-blogs)/" || req.url ~ "\.aac(\?|$)") { return (pass); }
  # One variant for each encoding, not for each browser.
  if (req.http.Accept-Encoding ~ "\bbr\b") { set req.http.Accept-Encoding = "br"; }
  elsif (req.http.Accept-Encoding ~ "\bgzip\b") { set req.http.Accept-Encoding = "gzip"; }
  else { unset req.http.Accept-Encoding; }
  # Old pages are served only if there is nothing else.
  if (req.http.X-Stale == "wanted") { set req.grace = 24h; }
  else {
    set req.http.X-Stale = "unwanted";
    # An old page is served without waiting for a process that is not ready; its answer is for the next visitor.
    if (req.backend_hint != unready && std.healthy(req.backend_hint)) { set req.grace = 10s; }
  }
  # Cookies of the request do not prevent sharing a public page; the reply says whether it is public.
  return (hash);
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    # A delivered error would replace the stored object, which is looked for first.
    if (bereq.is_bgfetch || bereq.http.X-Stale == "unwanted") { return (abandon); }
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  if (beresp.http.Cache-Control !~ "(^|[ ,])public" || beresp.http.Set-Cookie || beresp.http.Vary ~ "(?i)cookie|\*") {
    set beresp.uncacheable = true;
    set beresp.ttl = 60s;
    return (deliver);
  }
  # Every change is purged, so pages may be stored longer than s-maxage. Their Age counts from when a process rendered them: one
  # that nobody asked for lately is rendered anew while it is sent, and asked for again soon.
  if (beresp.http.Cache-Tag && beresp.http.Cache-Control ~ "s-maxage=[1-9]") {
    if (std.integer(beresp.http.Age, 0) < 60) { set beresp.ttl = 15s; }
    else { set beresp.ttl = 1s; }
  }
  # A playlist that no longer grows is useless.
  if (bereq.url ~ "^/media/.*\.m3u8") { set beresp.grace = 10s; }
  # What was said in removed sound is gone within seconds.
  elsif (bereq.url ~ "^/captions/") { set beresp.grace = 0s; }
  else { set beresp.grace = 24h; }
}

sub vcl_backend_error {
  if (bereq.is_bgfetch || bereq.http.X-Stale == "unwanted") { return (abandon); }
}

# No answer, or an error: try again and accept old objects. If nothing is stored, the error is delivered.
sub vcl_synth {
  if (resp.status == 503 && req.http.X-Stale == "unwanted") {
    set req.http.X-Stale = "wanted";
    return (restart);
  }
}

sub vcl_deliver {
  # Not even an old home page is left: send the emergency home, requested each minute so that it is stored.
  if (resp.status >= 500 && req.url == "/" && req.http.X-Stale == "wanted" && !req.http.X-Emergency) {
    set req.http.X-Emergency = "1";
    return (restart);
  }
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
