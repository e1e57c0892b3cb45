"""Swiss systems: nobody is knocked out, nobody meets the same opponent twice."""
